/** The commands for quotas and contingents; Karaf's shell alone calls them. */
package org.esbmt.administration.shell.internal.quota;
