/** The commands for the service assemblies of tenants, their versions and endpoints; Karaf's shell alone calls them. */
package org.esbmt.administration.shell.internal.assembly;
