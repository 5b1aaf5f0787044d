package org.esbmt.administration.console.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UploadRoomTest {
    private final UploadRoom room = new UploadRoom(100);

    @Test
    void aTenantHasHalfOfTheRoom() {
        assertThat(room.take("acme", 50)).isTrue();
        assertThat(room.take("acme", 1)).isFalse();
        assertThat(room.take("globex", 50)).isTrue();
        assertThat(room.take("", 1)).isFalse();

        room.giveBack("acme", 50);

        assertThat(room.take("", 50)).isTrue();
    }
}
