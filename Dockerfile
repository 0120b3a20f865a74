# The first stage builds the wheel; the second has only the wheel and what it needs, and runs as a user of its own.
FROM python:3.11-slim-bookworm AS build
WORKDIR /project
COPY . .
RUN python -m pip wheel --no-cache-dir --no-deps --wheel-dir /wheels .

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/tablelaw tablelaw
COPY --from=build /wheels /wheels
RUN python -m pip install --no-cache-dir "$(ls /wheels/*.whl)[analysis,postgres,reports,server]" && rm -r /wheels
COPY --chmod=755 container/entrypoint.sh container/health.py /usr/local/lib/tablelaw/
# Kernels are compiled once and kept with the data, because the user may not write where the package is installed.
ENV NUMBA_CACHE_DIR=/var/lib/tablelaw/kernels PYTHONUNBUFFERED=1
USER tablelaw
WORKDIR /var/lib/tablelaw
VOLUME /var/lib/tablelaw
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 CMD ["python", "/usr/local/lib/tablelaw/health.py"]
ENTRYPOINT ["/usr/local/lib/tablelaw/entrypoint.sh"]
CMD ["serve", "--db", "floor.db", "--host", "0.0.0.0"]
