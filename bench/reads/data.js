// Fills the tables of Deckcast, which has migrated the database: decks of 20 slides with word timings and a translation,
// 5 FAQs each, and 20 presentations for each deck that is read.
import pg from 'pg';

/** The first decks are read, the last half is written to. */
export const decksRead = 50;

const uuid = (kind, number) => `('01900000-0000-7000-8${kind}-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
export const deckId = (at) => `01900000-0000-7000-8001-${at.toString(16).padStart(12, '0')}`;

const moment = (number) => `timestamptz '2026-01-01 00:00:00.123Z' + (${number}) * interval '1 second'`;
const script = `'Here is part ' || s || ' of what we found on your roof, {{homeowner.first_name}}. We look at shingles, gutters and the metal around the chimney, and you get every photo, good news or bad, so that you can judge for yourself.'`;
const timings = `(select jsonb_agg(jsonb_build_object('word', word, 'startTime', at * 0.25, 'endTime', at * 0.25 + 0.2) order by at)
  from unnest(string_to_array(${script}, ' ')) with ordinality words (word, at))`;
const translation = `jsonb_build_object('es', jsonb_build_object('title', 'Parte ' || s, 'bullets',
  jsonb_build_array('Techo y energía solar', 'Un solo precio', 'Sin presión'), 'narrationScript', 'Esta es la parte ' || s || ' de lo que encontramos en su techo.'))`;

const statements = (decks) => [
  // A version of six digits keeps its length while a writer raises it.
  `insert into deck (id, created_at, updated_at, version, name, description, brand_name, currency, default_language, time_zone, variables)
   select ${uuid('001', 'd')}, ${moment('d')}, ${moment('d')}, 100000, 'Roof and solar ' || d, 'A calm visit in twenty slides.',
     'Summit Ridge Roofing & Solar', 'USD', 'en-US', 'America/Chicago', '{"warranty_years": 25, "company.phone": "+1 970-555-0142"}'
   from generate_series(1, ${decks}) d`,
  `insert into slide (id, created_at, updated_at, version, deck_id, slide_id, title, bullets, narration_script, slide_context,
     audio_url, hero_img, word_timings, order_index, slide_type, translations)
   select ${uuid('002', 'd * 20 + s')}, ${moment('d')}, ${moment('d')}, 1, ${uuid('001', 'd')}, 'slide-' || s, 'Part ' || s,
     '["One agreement and one schedule", "One project manager, start to finish", "Licensed and insured: ask to see it"]',
     ${script}, 'Let them ask the first question.', 'https://audio.example.com/' || d || '/' || s || '.mp3',
     'https://images.example.com/' || s || '.jpg', ${timings}, s, 'standard', ${translation}
   from generate_series(1, ${decks}) d, generate_series(1, 20) s`,
  `insert into faq (id, created_at, updated_at, version, deck_id, user_question, canned_answer, related_slide_id, word_timings)
   select ${uuid('003', 'd * 5 + f')}, ${moment('d + f')}, ${moment('d + f')}, 1, ${uuid('001', 'd')},
     'How long does part ' || f || ' take?', 'Work on the house usually takes a few days, depending on the weather. Your project manager keeps you posted at every step.',
     'slide-' || f, '[]'
   from generate_series(1, ${decks}) d, generate_series(1, 5) f`,
  `insert into presentation (id, created_at, updated_at, version, deck_id, homeowner, measurement_strategy, pricing, warnings, slide_count)
   select ${uuid('004', 'd * 20 + p')}, ${moment('p')}, ${moment('p')}, 1, ${uuid('001', 'd')},
     '{"first_name": "Dana", "last_name": "Whitaker", "city": "Austin", "state": "TX"}', 'manual',
     '{"offers": []}',
     '[]', 20
   from generate_series(1, ${decksRead}) d, generate_series(1, 20) p`,
  'analyze',
];

export async function fill(url, decks) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements(decks)) await client.query(statement);
  await client.end();
}

/** Raises the versions of the decks that are read, a hundred times a second, until it is told to stop. */
export async function raiseVersions(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let next = 0;
  let isRaising = Promise.resolve();
  const timer = setInterval(() => {
    next = (next % decksRead) + 1;
    isRaising = client.query('update deck set version = version + 1, updated_at = now() where id = $1', [deckId(next)]);
  }, 10);
  return async () => {
    clearInterval(timer);
    await isRaising;
    await client.end();
  };
}
