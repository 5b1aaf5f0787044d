package org.esbmt.management.api.message;

/** A message of administration: what {@link MessageText} writes and reads. */
public sealed interface ManagementMessage permits ManagementRequest, ManagementResponse, UnprocessableMessage {}
