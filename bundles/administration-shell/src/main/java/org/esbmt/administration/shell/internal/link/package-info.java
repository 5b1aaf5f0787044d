/** The commands for links across the tenant boundary; Karaf's shell alone calls them. */
package org.esbmt.administration.shell.internal.link;
