/** For `node --require`: the clock of a process goes ahead as `laterClock` does, which is for programs without one. */
const now = Date.now;
Date.now = () => now() + 3_000;
