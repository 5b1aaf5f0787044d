/**
 * The folder of one run: {@code run.json}, {@code windows.csv}, {@code cpu.csv} and {@code management.csv}. The suite writes it, and
 * the report needs nothing else.
 */
package org.esbmt.suite.result;
