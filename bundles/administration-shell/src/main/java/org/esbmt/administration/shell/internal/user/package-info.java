/** The commands for the users of tenants, their roles and passwords; Karaf's shell alone calls them. */
package org.esbmt.administration.shell.internal.user;
