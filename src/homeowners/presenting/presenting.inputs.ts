import { decimal, flag, Input, InputObject, integer, uuid } from '../../kit/input/index.ts';

@InputObject('Where the presenter of a presentation is.')
export class SetPresenterPositionInput {
  @Input(uuid({ description: 'A random id of the window of the presenter. One window presents at a time.' }))
  presenterId!: string;

  @Input(integer({ min: 1, max: 2_147_483_647, description: 'Rises with each request of this presenter.' }))
  sequence!: number;

  @Input(integer({ min: 0, max: 100_000, description: 'The place of the slide in the presentation, from 0.' }))
  slideIndex!: number;

  @Input(decimal({ min: 0, max: 86_400, description: 'How far the slide is played, in seconds.' }))
  positionSeconds!: number;

  @Input(flag({ description: 'Whether it is played.' }))
  isPlaying!: boolean;

  @Input(flag({ description: 'True to take over from another presenter.' }), { presence: 'optional', default: false })
  isTakeover!: boolean;

  @Input(flag({ description: 'True for the last request: the presenter leaves.' }), {
    presence: 'optional',
    default: false,
  })
  isFinal!: boolean;
}
