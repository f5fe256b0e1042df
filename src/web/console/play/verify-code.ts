/** A receiver in one language that verifies signatures. */
interface VerifyCode {
  readonly language: string;
  /** What installs the library. */
  readonly install: string;
  readonly code: string;
}

/** Receivers that verify signatures as Standard Webhooks defines them, each a whole program or the handler of one. */
export const verifyCodes: readonly VerifyCode[] = [
  {
    language: 'Node',
    install: 'npm install standardwebhooks',
    code: `import { createServer } from 'node:http';
import { env } from 'node:process';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(env.WEBHOOK_SECRET);

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const event = webhook.verify(Buffer.concat(chunks), request.headers);
    console.log(event.type, event.id);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(env.PORT ?? 3000);
`,
  },
  {
    language: 'Python',
    install: 'Nothing: the standard library suffices. The package standardwebhooks does the same.',
    code: `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, HTTPServer

SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))


def verify(body: bytes, headers) -> dict:
    message_id, sent_at = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(sent_at)) > 300:
        raise ValueError("the timestamp is too old or too new")
    signed = f"{message_id}.{sent_at}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(SECRET, signed, hashlib.sha256)).decode()
    if not any(hmac.compare_digest(expected, one) for one in headers["webhook-signature"].split()):
        raise ValueError("no signature is right")
    return json.loads(body)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            event = verify(body, self.headers)
            print(event["type"], event["id"], flush=True)
            self.send_response(204)
        except Exception:
            self.send_response(400)
        self.end_headers()


HTTPServer(("", int(os.environ.get("PORT", 3000))), Receiver).serve_forever()
`,
  },
  {
    language: 'Go',
    install: 'go get github.com/standard-webhooks/standard-webhooks/libraries/go',
    code: `package main

import (
	"io"
	"log"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("POST /", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil || webhook.Verify(body, r.Header) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		log.Printf("%s", body)
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":3000", nil))
}
`,
  },
  {
    language: 'PHP',
    install: 'composer require standard-webhooks/standard-webhooks',
    code: `<?php
require 'vendor/autoload.php';

$webhook = new \\StandardWebhooks\\Webhook(getenv('WEBHOOK_SECRET'));
$headers = array_change_key_case(getallheaders(), CASE_LOWER);
try {
    $event = $webhook->verify(file_get_contents('php://input'), $headers);
    error_log($event['type'] . ' ' . $event['id']);
    http_response_code(204);
} catch (\\Exception $error) {
    http_response_code(400);
}
`,
  },
  {
    language: 'C#',
    install: 'dotnet add package StandardWebhooks',
    code: `using StandardWebhooks;
using StandardWebhooks.Diagnostics;

var webhook = new StandardWebhook(Environment.GetEnvironmentVariable("WEBHOOK_SECRET")!);
var app = WebApplication.Create(args);
app.MapPost("/", async (HttpRequest request) =>
{
    using var reader = new StreamReader(request.Body);
    var body = await reader.ReadToEndAsync();
    try
    {
        webhook.Verify(body, request.Headers);
        app.Logger.LogInformation("{Body}", body);
        return Results.NoContent();
    }
    catch (WebhookVerificationException)
    {
        return Results.BadRequest();
    }
});
app.Run("http://localhost:3000");
`,
  },
];
