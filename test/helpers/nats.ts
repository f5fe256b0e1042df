export const natsPort = 4222;
export const natsUrl = `nats://127.0.0.1:${natsPort}`;
