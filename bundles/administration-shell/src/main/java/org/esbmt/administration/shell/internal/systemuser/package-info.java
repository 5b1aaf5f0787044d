/** The commands for the users of the installation; Karaf's shell alone calls them. */
package org.esbmt.administration.shell.internal.systemuser;
