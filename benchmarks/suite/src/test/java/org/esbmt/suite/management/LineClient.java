package org.esbmt.suite.management;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A client that sends a line and waits for the answer, for a limited time. */
final class LineClient implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader in;

    LineClient(int port, Duration patience) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout((int) patience.toMillis());
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }

    String ask(String line) throws IOException {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        String answer = in.readLine();
        if (answer == null) {
            throw new EOFException("the server has closed");
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
