import type { Answer, Params } from "../message.ts";
import type { Sink } from "../peer.ts";
import { accepts, EventStream, type Exchange, eventType, sendJson } from "./exchange.ts";

type Headers = Readonly<Record<string, string>>;

/** The sink of one HTTP request: it is answered with JSON or, after the first notification, with a stream of events. */
export class ExchangeSink implements Sink {
  readonly #exchange: Exchange;
  readonly #headers: Headers;
  readonly #statusOf: (errorCode: number) => number;
  readonly #stream: EventStream;
  readonly #takesEvents: boolean;

  /** @param statusOf returns the HTTP status of an error that is answered with JSON */
  constructor(exchange: Exchange, headers: Headers = {}, statusOf: (errorCode: number) => number = () => 200) {
    this.#exchange = exchange;
    this.#headers = headers;
    this.#statusOf = statusOf;
    this.#stream = new EventStream(exchange, headers);
    this.#takesEvents = exchange.request.headers.accept !== undefined && accepts(exchange, eventType);
  }

  readonly notify = (method: string, params: Params): void => {
    if (this.#takesEvents) this.#stream.send({ jsonrpc: "2.0", method, params });
  };

  async answer(answer: Answer): Promise<void> {
    const { response } = this.#exchange;
    if (this.#stream.isBegun) {
      this.#stream.send(answer);
      this.#stream.end();
    } else {
      sendJson(this.#exchange, "error" in answer ? this.#statusOf(answer.error.code) : 200, answer, this.#headers);
    }
    if (!response.destroyed) await new Promise((done) => response.once("close", done));
  }

  /** Every request has a response of its own, which is read or not without holding back others. */
  ready(): void {}

  /** Ends the response to a request without an answer: its connection ends. */
  end(): void {
    const { response } = this.#exchange;
    if (!response.writableEnded && !response.destroyed) this.#stream.end();
  }

  keepAlive(): void {
    this.#stream.keepAlive();
  }
}
