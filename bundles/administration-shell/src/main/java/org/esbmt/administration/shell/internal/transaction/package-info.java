/** The commands for this node's distributed transactions; Karaf's shell alone calls them. */
package org.esbmt.administration.shell.internal.transaction;
