// The limit of the database: each answer is the JSON text of one prepared statement. A write is as many statements as
// Deckcast needs for it: the lock of the deck, its slides, the slide, the deck, the event with its audit entry.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { deckId } from './data.js';
import { pool } from './store.js';
import { listen } from './report-base.js';

const time = (column) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const times = (table) => `${time(`${table}.created_at`)} as "createdAt", ${time(`${table}.updated_at`)} as "updatedAt"`;
const list = (query) => `(select coalesce(json_agg(row_to_json(one)), '[]') from (${query}) one)`;
const slides = (columns, deck) =>
  list(`select ${columns} from slide where deck_id = ${deck} order by order_index, slide.created_at, id`);
const faqs = (columns, deck) => list(`select ${columns} from faq where deck_id = ${deck} order by faq.created_at, id`);

const slideTexts = `slide_id as "slideId", title, bullets, narration_script as "narrationScript",
  slide_context as "slideContext", audio_url as "audioUrl", hero_img as "heroImg", word_timings as "wordTimings",
  order_index as "orderIndex"`;
const faqTexts = `deck_id as "deckId", user_question as "userQuestion", canned_answer as "cannedAnswer",
  related_slide_id as "relatedSlideId", audio_url as "audioUrl", word_timings as "wordTimings", ${times('faq')}`;
const page = (first, columns, more = '') => `select json_build_object('data', json_build_object('decks',
  json_build_object('nodes', ${list(`select id, name, ${columns} from deck order by created_at, id limit ${first}`)}${more})))::text as body`;
const nested = `${slides('id, title, bullets, narration_script as "narrationScript", order_index as "orderIndex"', 'deck.id')} as slides,
  ${faqs('id, user_question as "userQuestion", canned_answer as "cannedAnswer"', 'deck.id')} as faqs`;

const statements = {
  '1 deck nested': page(1, nested),
  '20 decks nested': page(20, nested),
  '50 decks with counts': page(
    50,
    '(select count(*) from slide where deck_id = deck.id) as "slideCount"',
    `, 'pageInfo', json_build_object('hasNextPage', (select count(*) > 50 from (select from deck limit 51) found))`,
  ),
  '1 deck with everything': `select json_build_object('data', json_build_object('deck', (select row_to_json(one) from (
    select id, name, description, brand_name as "brandName", currency, default_language as "defaultLanguage",
      time_zone as "timeZone", variables, version, ${times('deck')},
      ${slides(`id, deck_id as "deckId", ${slideTexts}, is_audio_stale as "isAudioStale", upper(slide_type) as "slideType", version, ${times('slide')}`, 'deck.id')} as slides,
      ${faqs(`id, ${faqTexts}, version`, 'deck.id')} as faqs
    from deck where id = $1) one)))::text as body`,
  'deck of 20 presentations': `select json_build_object('data', json_build_object('presentations', json_build_object('nodes',
    ${list(`select p.id, upper(p.status) as status, p.version, json_build_object('id', deck.id, 'name', deck.name, 'currency', deck.currency) as deck
      from presentation p join deck on deck.id = p.deck_id where p.deck_id = $1 order by p.created_at desc, p.id desc limit 20`)})))::text as body`,
  'REST: FAQs of a deck': `select json_build_object('faqs', ${faqs(`id, ${faqTexts}`, '$1')})::text as body`,
  'REST: slides of a deck': `select json_build_object('slides',
    ${slides(`id, ${slideTexts}, slide_type as "slideType", product_data as "productData"`, '$1')})::text as body`,
};

async function read(name, at) {
  const text = statements[name];
  const values = text.includes('$1') ? [deckId(Number(at))] : [];
  return (await pool.query({ name, text, values })).rows[0].body;
}

const write = {
  lock: 'select * from deck where id = $1 for update',
  slides: 'select id, slide_id, order_index from slide where deck_id = $1',
  slide: `insert into slide (id, created_at, updated_at, version, deck_id, slide_id, title, bullets, narration_script, word_timings, order_index)
    values ($1, now(), now(), 1, $2, $3, $4, $5, $6, '[]', $7) returning id, slide_id as "slideId", order_index as "orderIndex"`,
  deck: 'update deck set version = version + 1, updated_at = now() where id = $1',
  event: `with fresh as (insert into event (id, type, deck_id, timestamp, data) values ($1, 'slide.created', $2, now(), $3) returning id),
    queued as (insert into fan_out (event_id) select id from fresh),
    arrived as (insert into event_arrival (event_id, deck_id) select id, $2 from fresh),
    entry as (insert into audit_entry (id, actor, operation, request_id, result, objects, object_count)
      select $4::uuid, 'nobody', 'createSlide', $4::text, 'done', '[]', 0 returning id)
    insert into audit_waiting (entry_id) select id from entry`,
};

async function create(deck, body) {
  const { slideId, title, bullets, narrationScript } = JSON.parse(body);
  const client = await pool.connect();
  const run = (name, ...values) => client.query({ name, text: write[name], values });
  try {
    await client.query('begin');
    await run('lock', deck);
    const { rows } = await run('slides', deck);
    const last = Math.max(-1, ...rows.map((row) => row.order_index));
    const inserted = await run(
      'slide',
      randomUUID(),
      deck,
      slideId,
      title,
      JSON.stringify(bullets),
      narrationScript,
      last + 1,
    );
    await run('deck', deck);
    await run('event', randomUUID(), deck, JSON.stringify({ slide: inserted.rows[0] }), randomUUID());
    await client.query('commit');
    return JSON.stringify(inserted.rows[0]);
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const server = createServer(async (request, response) => {
  let sent = '';
  for await (const chunk of request) sent += chunk;
  const [, name, key] = request.url.split('/');
  const answer = name === 'create' ? create(key, sent) : read(decodeURIComponent(name), key);
  const [status, body] = await answer.then(
    (text) => [200, text],
    (error) => [500, String(error)],
  );
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
});
listen(server);
