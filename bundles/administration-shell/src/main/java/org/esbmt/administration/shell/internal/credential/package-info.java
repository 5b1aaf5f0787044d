/** Commands about tokens and certificates. Karaf's shell creates and calls them. */
package org.esbmt.administration.shell.internal.credential;
