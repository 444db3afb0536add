/** The severity of a diagnostic, worst first: LSP's DiagnosticSeverity. */
export const severities = ["error", "warning", "information", "hint"] as const;

export type Severity = (typeof severities)[number];
