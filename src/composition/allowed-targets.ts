import type { Config } from '../config.ts';
import type { TargetGuardOptions } from '../delivery/channels/target-guard.ts';
import { isLoopback, isOpenBySettings } from '../kit/core/index.ts';

/** Where webhooks may go. @param hasKeys whether keys were made, which switch authentication on; read each time */
export function allowedTargets(config: Config, hasKeys: () => boolean): TargetGuardOptions {
  const { http, roles, delivery } = config;
  // While authentication is off, a client is on this machine already. A worker alone cannot know whether authentication
  // is on.
  const mayBeOpen = roles.includes('web') && isLoopback(http.host) && isOpenBySettings(config);
  return {
    allowsLoopback: () => mayBeOpen && !hasKeys(),
    allowNetworks: delivery.webhookAllowNetworks,
    allowHttp: delivery.webhookAllowHttp,
  };
}
