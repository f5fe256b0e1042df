/** @jsxImportSource preact */

const json = `-H 'Content-Type: application/json'`;

/** What to do with an empty database. */
export function FirstSteps() {
  const api = `${location.origin}/api`;
  return (
    <section>
      <h2>Nothing is here yet</h2>
      <p>
        <a href="/app/decks?new=deck">Make a deck in the console</a>, empty or from a starter that you change, or by the
        API: make a deck, give it a slide, and make a presentation of it. Where a key is needed, send it too:
      </p>
      <pre>
        <code>-H 'Authorization: Bearer …'</code>
      </pre>
      <ol class="steps">
        <li>
          A deck:
          <pre>
            <code>{`curl -s ${api}/decks ${json} \\\n  -d '{"name":"Roof"}'`}</code>
          </pre>
        </li>
        <li>
          A slide, by the <code>id</code> of the deck:
          <pre>
            <code>{`curl -s ${api}/decks/ID/slides ${json} \\\n  -d '{"slideId":"hello","title":"Hello {{first_name}}","narrationScript":"Hello {{first_name}}."}'`}</code>
          </pre>
        </li>
        <li>
          A presentation. Its <code>playerUrl</code> is the page of the homeowner:
          <pre>
            <code>{`curl -s ${api}/decks/ID/presentations ${json} \\\n  -d '{"homeowner":{"first_name":"Dana","last_name":"Whitaker"}}'`}</code>
          </pre>
        </li>
      </ol>
      <p>
        You can also start the server with <code>SEED_DEMO=on</code>, which fills an empty database with a demo deck.
      </p>
    </section>
  );
}
