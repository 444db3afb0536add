// @ts-check
/**
 * What a scorer of the scoreboard says.
 *
 * @typedef {{ case: string, reason: string, expected?: string, found?: string }} Miss
 * @typedef {{ cases: string, figures: Record<string, number>, misses: readonly Miss[], leftOut?: Record<string, number>, peers?: Record<string, number> }} Score `leftOut`: how much is not counted, by reason; `peers`: what others score on the same cases
 */

export {};
