/** The command that shows the messages of tenants at this node; Karaf's shell alone calls it. */
package org.esbmt.administration.shell.internal.traffic;
