/** @jsxImportSource preact */

/** Where programs, and people who look at them, go on. */
export function Apis({ hasGraphiql }: { readonly hasGraphiql: boolean }) {
  return (
    <section>
      <h2>APIs</h2>
      <ul class="card">
        {hasGraphiql && (
          <li>
            <a href="/graphql">GraphiQL</a>
            <span class="quiet">read and change everything in the browser</span>
          </li>
        )}
        <li>
          <code>POST /graphql</code>
          <span class="quiet">GraphQL, with subscriptions over WebSocket</span>
        </li>
        <li>
          <a href="/api/docs">API reference</a>
          <span class="quiet">every operation of REST, to read and to try</span>
        </li>
        <li>
          <a href="/api/openapi.json">/api/openapi.json</a>
          <span class="quiet">REST and webhooks, as OpenAPI</span>
        </li>
        <li>
          <a href="/api/asyncapi.json">/api/asyncapi.json</a>
          <span class="quiet">all events, as AsyncAPI</span>
        </li>
        <li>
          <code>GET /api/events/stream</code>
          <span class="quiet">events as they happen</span>
        </li>
      </ul>
    </section>
  );
}
