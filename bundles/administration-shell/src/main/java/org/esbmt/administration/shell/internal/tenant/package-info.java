/** The commands for tenants and their life cycle; Karaf's shell alone calls them. */
package org.esbmt.administration.shell.internal.tenant;
