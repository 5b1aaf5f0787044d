/** The content of a page as data, without markup. The templates draw it. It calls no other package. */
package org.esbmt.administration.console.internal.view;
