/** Commands about private keys and secrets of tenants. Karaf's shell creates and calls them. */
package org.esbmt.administration.shell.internal.key;
