// What orval writes: a client with a function for each operation, and zod schemas of what they take and answer.
const input = process.env.OPENAPI;

export default {
  client: { input, output: { target: 'generated/orval/client.ts', client: 'fetch' } },
  schemas: { input, output: { target: 'generated/orval/zod.ts', client: 'zod' } },
};
