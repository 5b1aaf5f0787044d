/** The commands for the own account of the administrator who is logged in; Karaf's shell alone calls them. */
package org.esbmt.administration.shell.internal.account;
