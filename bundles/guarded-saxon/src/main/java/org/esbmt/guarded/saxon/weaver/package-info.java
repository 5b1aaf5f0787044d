/** The build program that weaves checks into Saxon; the POM runs it. */
package org.esbmt.guarded.saxon.weaver;
