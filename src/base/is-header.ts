/** True for the name of a header: `.h`, `.hpp`, … */
export const isHeader = (name: string): boolean => /\.h[^.]*$/i.test(name);
