/** The commands for registered services and their policies; Karaf's shell alone calls them. */
package org.esbmt.administration.shell.internal.service;
