/** The program of the build that weaves checks into Saxon; the POM runs it. */
package org.esbmt.guarded.saxon.weaver;
