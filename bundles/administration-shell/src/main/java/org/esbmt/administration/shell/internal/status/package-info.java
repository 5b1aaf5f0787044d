/** The command that shows the state of the installation; Karaf's shell alone calls it. */
package org.esbmt.administration.shell.internal.status;
