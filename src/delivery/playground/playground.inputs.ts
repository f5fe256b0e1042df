import { createOf, updateOf } from '../../kit/data/index.ts';
import { InputObject } from '../../kit/input/index.ts';
import { receiverAttributes } from './receiver.attributes.ts';

/** Body of `POST .../receivers` and input of `createPlaygroundReceiver`. */
@InputObject('A new playground receiver.')
export class CreatePlaygroundReceiverInput extends createOf(receiverAttributes) {}

/** Body of `PUT .../receivers/{id}` and input of `updatePlaygroundReceiver`. */
@InputObject('Changes to a playground receiver. An absent field stays unchanged.')
export class UpdatePlaygroundReceiverInput extends updateOf(receiverAttributes) {}
