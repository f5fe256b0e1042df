import { Input, InputObject } from '../input/input.ts';
import { list, uuid } from '../input/rules.ts';
import { maxNodes } from './limits.ts';

/** Input of `nodes`. */
@InputObject('The objects to read.')
export class NodesInput {
  @Input(list(uuid(), { max: maxNodes }))
  ids!: string[];
}
