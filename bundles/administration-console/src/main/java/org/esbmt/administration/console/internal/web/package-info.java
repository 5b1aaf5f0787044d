/** Requests and answers of the console: forms, routes, refusals and static files. It calls the packages text and view. */
package org.esbmt.administration.console.internal.web;
