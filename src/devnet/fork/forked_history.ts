/** Sends requests about the past of a forked chain to its node, and caches the responses that cannot change. */
import type { RemoteNode } from '../../client/remote_node.js';
import type { AnswerCache } from './answer_cache.js';
import type { ForkPoint } from './fork_point.js';
import { lasts, mayLast, mustAnswer } from './lasting_answers.js';
import type { PointGuard } from './point_guard.js';

export class ForkedHistory {
  /** Maps requests in flight to their responses. */
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(
    private readonly node: RemoteNode,
    private readonly point: ForkPoint,
    private readonly guard: PointGuard,
    private readonly cache: AnswerCache,
  ) {}

  /** Rejects with HalleyError `remote-error`, `unavailable` or `limit-exceeded`. */
  async request(method: string, params: readonly unknown[]): Promise<unknown> {
    if (!mayLast(method, params, this.point.number)) return this.#ask(method, params);
    const key = JSON.stringify([method, params]);
    const cached = await this.cache.get(key);
    if (cached !== undefined) return cached;
    const asked = this.#underWay.get(key) ?? this.#askAndKeep(key, method, params);
    this.#underWay.set(key, asked);
    return asked;
  }

  async #askAndKeep(key: string, method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      const answer = await this.#ask(method, params);
      if (lasts(method, answer, this.point.number)) this.cache.set(key, answer);
      return answer;
    } finally {
      this.#underWay.delete(key);
    }
  }

  async #ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const [answer] = await Promise.all([this.node.call(method, params), this.guard.check()]);
    mustAnswer(method, params, answer, this.node.label);
    return answer;
  }
}
