/** A diff that removes a file, whatever is in it. */
export function removal(path: string): string {
  return `diff --git a/${path} b/${path}\ndeleted file mode 100644\n--- a/${path}\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n`;
}
