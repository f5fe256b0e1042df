import { needs } from '../../kit/rights/index.ts';
import type { Module } from '../../kit/module.ts';
import { DeliveryStatistic, DeliveryStatisticProgress } from './delivery-statistic.entity.ts';
import { StatisticsResolver } from './statistics.resolver.ts';
import { statisticsRoutes } from './statistics.routes.ts';

/** What became of deliveries, by time. */
export const statisticsModule: Module = {
  operations: { getDeliveryStatistics: needs('notifications:read', 'Query.deliveryStatistics') },
  entities: [DeliveryStatistic, DeliveryStatisticProgress],
  resolvers: [StatisticsResolver],
  routes: statisticsRoutes,
};
