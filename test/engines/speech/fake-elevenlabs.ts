import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createMp3Encoder } from 'wasm-media-encoders';
import { LoopbackServer } from '../../helpers/loopback-server.ts';

export interface ReceivedSpeech {
  path: string;
  headers: IncomingHttpHeaders;
  body: {
    text: string;
    model_id: string;
    language_code?: string;
    voice_settings: Record<string, number>;
    previous_text?: string;
    next_text?: string;
  };
}

/** How long each character takes, in seconds. */
export const perCharacter = 0.05;

/** ElevenLabs' endpoint with timestamps as its reference documents it, on this machine. */
export class FakeElevenLabs extends LoopbackServer {
  readonly received: ReceivedSpeech[] = [];
  /** How many requests it has under way, and the most it had. */
  busy = 0;
  mostBusy = 0;
  /** Answers a request; `earlier` counts those before it. */
  answer: (request: ReceivedSpeech, response: ServerResponse, earlier: number) => unknown = (request, response) =>
    speak(request.body.text, response);

  protected respond(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    this.busy += 1;
    this.mostBusy = Math.max(this.mostBusy, this.busy);
    response.on('close', () => (this.busy -= 1));
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as ReceivedSpeech['body'];
      const received = { path: request.url ?? '', headers: request.headers, body };
      this.received.push(received);
      void this.answer(received, response, this.received.length - 1);
    });
  }
}

/** Answers with real audio, a tone for as long as the text takes, and the times of its characters. */
export async function speak(text: string, response: ServerResponse, changes: object = {}): Promise<void> {
  const characters = [...text];
  const times = characters.map((_, index) => index * perCharacter);
  const alignment = {
    characters,
    character_start_times_seconds: times,
    character_end_times_seconds: times.map((time) => time + perCharacter),
  };
  const audio = await tone(characters.length * perCharacter);
  const normalized = { ...alignment, characters: characters.map(() => 'x') };
  send(response, 200, {
    audio_base64: audio.toString('base64'),
    alignment,
    normalized_alignment: normalized,
    ...changes,
  });
}

export function refuse(response: ServerResponse, statusCode: number, status: string, headers: object = {}): void {
  send(response, statusCode, { detail: { status, message: 'The key sk_secret was not liked.' } }, headers);
}

function send(response: ServerResponse, statusCode: number, body: object, headers: object = {}): void {
  response.writeHead(statusCode, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Tones by length and loudness: encoding one takes as long as several requests. */
const tones = new Map<string, Promise<Buffer>>();

/** An MP3 of 440 Hz; with loudness 0 it is silent. */
export function tone(seconds: number, loudness = 0.5): Promise<Buffer> {
  const key = `${seconds} ${loudness}`;
  const known = tones.get(key) ?? newTone(seconds, loudness);
  tones.set(key, known);
  return known;
}

async function newTone(seconds: number, loudness: number): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: 44_100, channels: 1, bitrate: 64 });
  const samples = Float32Array.from(
    { length: Math.ceil(seconds * 44_100) },
    (_, at) => loudness * Math.sin((2 * Math.PI * 440 * at) / 44_100),
  );
  const sound = Buffer.from(encoder.encode([samples]));
  return Buffer.concat([sound, encoder.finalize()]);
}
