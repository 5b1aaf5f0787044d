/** The pages, a class for each subject. Each calls the contract of administration as the administrator of the request. */
package org.esbmt.administration.console.internal.page;
