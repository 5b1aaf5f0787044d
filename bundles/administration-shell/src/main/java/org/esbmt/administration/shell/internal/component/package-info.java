/** The commands for JBI components and shared libraries; Karaf's shell alone calls them. */
package org.esbmt.administration.shell.internal.component;
