import { registerEnumType } from 'type-graphql';

export const StatisticsPeriod = { HOUR: 'hour', DAY: 'day', MONTH: 'month' } as const;
/** A value of `StatisticsPeriod`, as REST has it. */
export type StatisticsPeriod = (typeof StatisticsPeriod)[keyof typeof StatisticsPeriod];
registerEnumType(StatisticsPeriod, {
  name: 'StatisticsPeriod',
  description: 'How far back statistics reach.',
  valuesConfig: {
    HOUR: { description: 'The last hour, in buckets of a minute.' },
    DAY: { description: 'The last day, in buckets of a quarter of an hour.' },
    MONTH: { description: 'The last 30 days, in buckets of an hour.' },
  },
});

/** The buckets of each period. Everything is counted into all three lengths, so that a read adds nothing up. */
export const bucketsOf: Readonly<Record<StatisticsPeriod, { readonly seconds: number; readonly count: number }>> = {
  hour: { seconds: 60, count: 60 },
  day: { seconds: 900, count: 96 },
  month: { seconds: 3_600, count: 720 },
};
