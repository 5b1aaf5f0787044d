/**
 * JSON Web Tokens, read and verified by the rules of RFC 8725. Nothing here knows tenants or users.
 */
package org.esbmt.tenancy.authentication.internal.token;
