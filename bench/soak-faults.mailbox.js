// An SMTP server in a process of its own: appends the event of each mail to MAILBOX_HISTORY before it accepts the mail.
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { contentDigest, History } from './history.js';

const history = new History(process.env.MAILBOX_HISTORY);

/** The text of a mail ends with its event: lines such as "Event:   contract.signed", and then the data as JSON. */
async function readEvent(mail) {
  const { text, messageId } = await PostalMime.parse(mail);
  const field = (name) => new RegExp(`^${name}: +(\\S+)`, 'm').exec(text)?.[1] ?? null;
  const data = JSON.parse(text.slice(text.indexOf('\n\n', text.search(/^Event: /m))));
  return {
    id: field('Id'),
    messageId,
    content: contentDigest({ type: field('Event'), deckId: field('Deck'), data }),
  };
}

async function receive(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  history.append(await readEvent(Buffer.concat(chunks)));
}

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onData: (stream, _session, done) => void receive(stream).then(() => done(), done),
});
// A sender that is killed breaks its connection off; the other connections go on.
server.on('error', () => {});
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send({ port: server.server.address().port }));
