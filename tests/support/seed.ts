/**
 * The seed of random tests, which titles and failures show. It is another one in each run; `TEST_SEED=1234 npx vitest run FILE`
 * repeats the run of that seed.
 */
export const seed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
