package org.esbmt.administration.console.internal.message;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** Gathers the beginning of a body, and cancels the rest. */
final class BoundedBody implements BodySubscriber<BoundedBody.Beginning> {
    private final int most;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<Beginning> beginning = new CompletableFuture<>();
    private Subscription subscription;

    /** @param most the largest number of bytes */
    BoundedBody(int most) {
        this.most = most;
    }

    /** The bytes of a body, perhaps not all. */
    static final class Beginning {
        private final byte[] bytes;
        private final boolean cut;

        private Beginning(byte[] bytes, boolean cut) {
            this.bytes = bytes;
            this.cut = cut;
        }

        byte[] bytes() {
            return bytes;
        }

        boolean isCut() {
            return cut;
        }
    }

    @Override
    public CompletionStage<Beginning> getBody() {
        return beginning;
    }

    @Override
    public void onSubscribe(Subscription opened) {
        subscription = opened;
        opened.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        for (ByteBuffer piece : pieces) {
            byte[] some = new byte[Math.min(piece.remaining(), most - bytes.size())];
            boolean cut = some.length < piece.remaining();
            piece.get(some);
            bytes.writeBytes(some);
            if (cut) {
                subscription.cancel();
                beginning.complete(new Beginning(bytes.toByteArray(), true));
                return;
            }
        }
        subscription.request(1);
    }

    @Override
    public void onError(Throwable failure) {
        beginning.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        beginning.complete(new Beginning(bytes.toByteArray(), false));
    }
}
