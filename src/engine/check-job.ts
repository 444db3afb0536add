import type { Crash, Job } from "./job.ts";
import type { CheckOutcome, Question, WorkerReply, WorkerRequest } from "./worker-protocol.ts";

/** The question whether a tool's arguments can work for languages. */
export class CheckJob implements Job {
  readonly startedAt = performance.now();
  settle: (error: Error | undefined) => void = () => {};
  outcome: CheckOutcome = [];
  isDone = false;
  hasWork = true;
  readonly #question: Question;
  readonly #languageNames: readonly string[];

  constructor(question: Question, languageNames: readonly string[]) {
    this.#question = question;
    this.#languageNames = languageNames;
  }

  get filesLeft(): number {
    return this.hasWork ? 1 : 0;
  }

  start(): WorkerRequest {
    this.hasWork = false;
    return { check: this.#question, languageNames: this.#languageNames };
  }

  take(_: object, reply: WorkerReply): boolean {
    if ("check" in reply) this.outcome = reply.check;
    this.isDone = true;
    return false;
  }

  crashed(_: object, { reason }: Crash): void {
    this.settle(new Error(`the worker failed: ${reason}`));
  }
}
