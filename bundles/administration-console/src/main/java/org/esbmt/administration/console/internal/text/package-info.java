/** The texts of the pages, ready for translation. It calls no other package. */
package org.esbmt.administration.console.internal.text;
