import { Int, ObjectType } from 'type-graphql';
import { answerOf, attributes, shown, shownOrNull, view, viewOf } from '../../kit/data/index.ts';

const visitAttributes = attributes({
  visitCount: shown(Int, 'How often the link was opened so far.'),
  token: shownOrNull(
    String,
    'After the first visit of a one-time link: the token that the browser sends from then on. Otherwise null.',
  ),
});

/** A visit, and what the browser sends from then on. */
@ObjectType({ simpleResolvers: true, description: 'An opening of a link.' })
export class GuestVisit extends answerOf(visitAttributes) {}

export const visitView = view<GuestVisit>('GuestVisit', viewOf(visitAttributes));
