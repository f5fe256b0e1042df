import { Input, InputObject, list, uuid } from '../input/index.ts';
import { maxNodes } from './limits.ts';

@InputObject('The objects to read.')
export class NodesInput {
  @Input(list(uuid(), { max: maxNodes }))
  ids!: string[];
}
