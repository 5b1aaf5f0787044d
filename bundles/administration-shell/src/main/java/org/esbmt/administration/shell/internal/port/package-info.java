/** The monitor of the shell's SSH port; the runtime of declarative services alone creates it. */
package org.esbmt.administration.shell.internal.port;
