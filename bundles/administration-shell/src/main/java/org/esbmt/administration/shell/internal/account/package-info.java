/** The commands for the own account of the logged-in administrator; Karaf's shell alone calls them. */
package org.esbmt.administration.shell.internal.account;
